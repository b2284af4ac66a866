// The only file that names the library of Result.
export { Err, Ok, type Result } from 'ts-results';
