// ALTCHA's own solver: receives a puzzle as a message and answers with the solution.
import 'altcha/workers/pbkdf2'
