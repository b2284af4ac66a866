import { spawn } from 'node:child_process';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let isStopping = false;
/** How long a program may still run after a signal. Without this limit, npm would finish its downloads first. */
const PATIENCE_MILLISECONDS = 2000;

const signalGroup = (leader, signal) => {
  try {
    process.kill(-leader, signal);
  } catch {
    // All processes of the group have ended.
  }
};

/**
 * Runs a program. Returns its `status`, its output on `stderr`, and `stoppedBy`, the signal that this process received
 * in the meantime, if any.
 *
 * The program leads its own process group. A signal, from the terminal or from a parent, is passed on once, and reaches
 * all processes that the program has started. Processes that do not end in time are killed, so no process outlives the
 * result. `started` receives the process id.
 */
export const run = (command, words, { cwd, env, started }) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd, env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    let stoppedBy;
    let end;

    const stop = (signal) => {
      // Ctrl-C arrives twice: from the terminal, and from the npm that runs this script.
      if (stoppedBy !== undefined) return;
      stoppedBy = signal;
      if (!isStopping) console.error('Stopping the installation. The next command starts it again.');
      isStopping = true;
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
