import { run, serviceProgram } from '@vehicle-insurance/service';
import { reportAddress } from './listen.ts';
import { profileWhenAsked } from './profile-when-asked.ts';

// Runs the service like its own entry point, with the environment of this process. It also reports its address to the
// parent, and can be profiled by it.
const service = serviceProgram();
await run(process.env, () => ({
  ...service,
  ready: (running, variables, log) => {
    service.ready(running, variables, log);
    profileWhenAsked();
    reportAddress(running.url);
  },
}));
