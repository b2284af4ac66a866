// When jobs run. It uses Agenda, with its store on PostgreSQL or MongoDB.

export type { RunReport, ScheduledJob, ScheduledJobs } from './local-job.ts';
export { agendaScheduler, type AgendaScheduler, type AgendaSchedulerOptions } from './agenda-scheduler.ts';
