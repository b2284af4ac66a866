import { run, serviceProgram } from '@vehicle-insurance/service';
import { reportAddress } from './listen.ts';
import { profileWhenAsked } from './profile-when-asked.ts';

// The service as its own entry point runs it, in the environment this process was given; it also tells its parent where
// it listens, and has itself profiled when that asks.
await run(process.env, () => ({
  ...serviceProgram,
  ready: (running, variables, log) => {
    serviceProgram.ready(running, variables, log);
    profileWhenAsked();
    reportAddress(running.url);
  },
}));
