// The operators' console, for entry points that start it, and the parts that the operator's commands share with it.

export { endSessions } from './access/end-sessions.ts';
export { linkFor } from './access/link-for.ts';
export { openAccess, type Access } from './access/open-access.ts';
export { ROLES, type Person, type Role } from './access/person.ts';
export { contractList, endingWithin } from './lists/contract-list.ts';
export { exportedList } from './lists/list.ts';
export { paymentList } from './lists/payment-list.ts';
export { ROUTES } from './routes.ts';
export { startConsole, type ConsoleOptions, type RunningConsole } from './start-console.ts';
