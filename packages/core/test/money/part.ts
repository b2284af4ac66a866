import { argv, stdout } from 'node:process';
import { keepsMoney } from './keeps-money.ts';

/**
 * A part of very many histories in a process of its own: `node part.ts <first> <histories>` tells its progress line by
 * line.
 */
const [first = 0, histories = 0] = argv.slice(2).map(Number);
const tell = (line: object): void => void stdout.write(`${JSON.stringify(line)}\n`);
const counts = await keepsMoney(histories, first, (lived) => tell({ lived }));
tell({ lived: histories, counts });
