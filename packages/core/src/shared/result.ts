// No other file imports `ts-results`.
export { Err, Ok, type Result } from 'ts-results';
