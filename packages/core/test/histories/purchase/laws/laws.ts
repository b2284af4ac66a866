import type { Law } from '../law.ts';
import { actionItems } from './action-items.ts';
import { answersStayTrue } from './answers.ts';
import { auditTrail } from './audit-trail.ts';
import { books } from './books.ts';
import { certificates } from './certificates.ts';
import { charge } from './charge.ts';
import { companiesApart } from './companies.ts';
import { cover } from './cover.ts';
import { eventCopies } from './event-copies.ts';
import { halfAnHour } from './half-an-hour.ts';
import { ledger } from './ledger.ts';
import { moves } from './moves.ts';
import { notifications } from './notifications.ts';
import { purchase } from './purchase.ts';
import { reasons } from './reasons.ts';
import { settling } from './settling.ts';
import { staleWorkers } from './stale-workers.ts';
import { unknownAnswers } from './unknown-answers.ts';
import { waitingEnds } from './waiting-ends.ts';

export const LAWS: readonly Law[] = [
  moves,
  charge,
  purchase,
  halfAnHour,
  waitingEnds,
  unknownAnswers,
  staleWorkers,
  notifications,
  ledger,
  books,
  cover,
  certificates,
  answersStayTrue,
  companiesApart,
  settling,
  reasons,
  actionItems,
  auditTrail,
  eventCopies,
];
