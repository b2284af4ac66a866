// The only file that imports the library of Result.
export { Err, Ok, type Result } from 'ts-results';
