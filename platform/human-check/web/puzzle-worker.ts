// ALTCHA's own solver: takes a puzzle by message and answers with the solution.
import 'altcha/workers/pbkdf2'
