import { writeArchitecture } from './architecture.ts';

// `npm run docs -- architecture`: the picture of the packages in the README.
writeArchitecture();
