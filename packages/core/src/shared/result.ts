// The only file that knows which library provides Result.
export { Err, Ok, type Result } from 'ts-results';
