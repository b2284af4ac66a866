// The thread contracts are drawn in: its fonts are loaded when it starts.

import { workerData } from 'node:worker_threads';
import type { TimeZone } from '@vehicle-insurance/core';
import { contractRenderer } from './contract-renderer.ts';
import { answerQuestions } from './thread/answer-questions.ts';

answerQuestions(contractRenderer(workerData as TimeZone).render);
