import { tell } from '../servers/announce.ts';
import { givenSetup, workOf } from '../plain/setup.ts';
import { application } from './application.ts';

const app = application(workOf(givenSetup()));
tell(await app.listen({ host: '127.0.0.1', port: 0 }));
