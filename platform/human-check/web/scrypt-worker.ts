// ALTCHA's own solver of what is asked for after too many tries.
import 'altcha/workers/scrypt'
