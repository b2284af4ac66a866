import { spawn } from 'node:child_process';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** How long a program may take to end after a signal: npm would finish its downloads first. */
const PATIENCE_MILLISECONDS = 2000;

const signalGroup = (leader, signal) => {
  try {
    process.kill(-leader, signal);
  } catch {
    // Nothing of it is left.
  }
};

/**
 * Runs a program to its end, and returns its `status`, what it wrote to `stderr`, and `stoppedBy`: the signal that this
 * process got meanwhile, if any.
 *
 * The program leads a process group of its own: a signal, whether from the terminal or from a parent, is passed on
 * once, and also reaches what the program has started. None of its processes outlives the result: what has not ended in
 * time is killed. `started` gets its process id.
 */
export const run = (command, words, { cwd, env, started }) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd, env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    let stoppedBy;
    let end;

    const stop = (signal) => {
      // Ctrl-C arrives twice: from the terminal, and from the npm whose script this is.
      if (stoppedBy !== undefined) return;
      stoppedBy = signal;
      console.error('Stopping the installation. The next command starts it again.');
      signalGroup(child.pid, signal);
      end = setTimeout(signalGroup, PATIENCE_MILLISECONDS, child.pid, 'SIGKILL');
    };

    child.once('error', reject);
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.once('close', (status, signal) => {
      clearTimeout(end);
      for (const each of SIGNALS) process.off(each, stop);
      if (stoppedBy !== undefined) signalGroup(child.pid, 'SIGKILL');
      resolve({ status: status ?? signal, stderr, stoppedBy });
    });
    if (child.pid !== undefined) {
      for (const each of SIGNALS) process.on(each, stop);
      started(child.pid);
    }
  });
