import { writeFileSync } from 'node:fs';
import { PLANTED_BUGS } from '../planted/planted-bugs.ts';
import { checklist, marks, PAGE, rules } from './page.ts';

// Writes docs/checklist.md from the tests' own marks: `npm run docs -- checklist`.
writeFileSync(PAGE, checklist(rules, marks(), PLANTED_BUGS));
