// Decides when jobs run. Uses Agenda, with its store on PostgreSQL or MongoDB.

export type { RunReport, ScheduledJob, ScheduledJobs } from './local-job.ts';
export { agendaScheduler, type AgendaScheduler, type AgendaSchedulerOptions } from './agenda-scheduler.ts';
