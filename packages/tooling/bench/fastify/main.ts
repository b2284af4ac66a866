import { reportAddress } from '../servers/listen.ts';
import { givenSetup, workOf } from '../plain/setup.ts';
import { application } from './application.ts';

const app = application(workOf(givenSetup()));
reportAddress(await app.listen({ host: '127.0.0.1', port: 0 }));
