import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import dockerignore from '@balena/dockerignore';
import { environmentOf, type Stage } from './dockerfile.ts';

/** Instructions that do not change an image's files. */
const SAYS_ONLY = ['LABEL', 'USER', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'CMD', 'ENV'];

/** Builds the stages in folders below `to` with this machine's Node, without containers. Returns the last folder. */
export const buildInFolder = async (
  stages: readonly Stage[],
  { context, ignored, to }: { readonly context: string; readonly ignored: string; readonly to: string },
): Promise<string> => {
  const rootOf = (stage: string): string => join(to, stage || 'image');
  const sent = rootOf('context');
  const isSent = dockerignore.default().add(ignored).createFilter();
  for (const file of filesIn(context)) if (isSent(file)) cpSync(join(context, file), join(sent, file));

  for (const stage of stages) {
    const root = rootOf(stage.name);
    const env = { ...process.env, ...environmentOf(stage), npm_config_prefer_offline: 'true' };
    let workdir = root;
    mkdirSync(root, { recursive: true });
    for (const { word, text } of stage.instructions) {
      if (word === 'WORKDIR') {
        workdir = join(root, text);
        mkdirSync(workdir, { recursive: true });
      } else if (word === 'COPY') {
        const words = text.split(/\s+/);
        const from = words.find((each) => each.startsWith('--from='))?.slice('--from='.length);
        const paths = words.filter((each) => !each.startsWith('--'));
        const target = paths.pop() ?? '.';
        const there = target.startsWith('/') ? join(root, target) : join(workdir, target);
        for (const path of paths) {
          const source = join(from === undefined ? sent : rootOf(from), path);
          const into = target.endsWith('/') && statSync(source).isFile() ? join(there, basename(path)) : there;
          cpSync(source, into, { recursive: true, verbatimSymlinks: true });
        }
      } else if (word === 'RUN') {
        // In the command, / is the stage's folder: nothing outside of it is changed.
        const inside = text.replace(/(^|\s)\/(?=\w)/g, `$1${root}/`);
        await promisify(execFile)('/bin/sh', ['-e', '-c', inside], { cwd: workdir, env, maxBuffer: 2 ** 24 });
      } else if (!SAYS_ONLY.includes(word))
        throw new Error(`${word} ${text} is not supported yet. Add it to build-in-folder.ts.`);
    }
  }
  return rootOf(stages.at(-1)?.name ?? '');
};

/** Every file of a checkout, except those that never belong to one. */
const filesIn = (folder: string, below = ''): readonly string[] =>
  readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (!entry.isDirectory()) return [path];
    return ['node_modules', '.git', '.data'].includes(entry.name) ? [] : filesIn(folder, path);
  });
