// The thread that draws contracts: its fonts are loaded when it starts.

import { workerData } from 'node:worker_threads';
import { contractRenderer, type PaperStyle } from './contract-renderer.ts';
import type { Asked } from './pdf-contract-document.ts';
import { answerQuestions } from './thread/answer-questions.ts';

const papers = contractRenderer(workerData as PaperStyle);

answerQuestions((asked: Asked) =>
  asked.paper === 'receipt' ? papers.receipt(asked.facts, asked.language) : papers.render(asked.facts, asked.language),
);
