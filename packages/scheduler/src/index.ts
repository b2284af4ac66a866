// Says when to look for due work: on Agenda, with its store on PostgreSQL or MongoDB.

export { agendaScheduler, type AgendaScheduler, type AgendaSchedulerOptions } from './agenda-scheduler.ts';
