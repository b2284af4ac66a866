// The thread that draws papers. It parses the default font when it starts.

import { workerData } from 'node:worker_threads';
import { contractRenderer, type PaperStyle } from './contract-renderer.ts';
import type { PaperRequest } from './pdf-contract-document.ts';
import { serveRequests } from './thread/serve-requests.ts';

const papers = contractRenderer(workerData as PaperStyle);

serveRequests((request: PaperRequest) => {
  switch (request.paper) {
    case 'contract':
      return papers.render(request.facts, request.language);
    case 'receipt':
      return papers.receipt(request.facts, request.language);
    case 'cancellation':
      return papers.cancellation(request.facts, request.language);
  }
});
