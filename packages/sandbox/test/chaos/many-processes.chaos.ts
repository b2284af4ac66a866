import { randomInt } from 'node:crypto';
import { playJourneys } from './journeys.ts';

/** Repeats the choice of killed processes of an earlier run. */
const SEED = Number(process.env['SEED'] ?? randomInt(1_000_000));
const WITHIN = 55 * 60_000;
const JOURNEYS = Number(process.env['JOURNEYS'] ?? 500);

describe('three API processes and three workers on one database', function () {
  this.timeout(60 * 60_000);

  it(`insure ${JOURNEYS} vehicles once each while a random one is killed every two seconds (SEED=${SEED})`, async () => {
    const { seconds, killed, failedStarts, unknownAnswers } = await playJourneys({
      journeys: JOURNEYS,
      atOnce: 50,
      seed: SEED,
      trouble: { everyMilliseconds: 2_000 },
      within: WITHIN,
      databaseAway: 5_000,
      arrived: (count) => {
        if (count % 50 === 0) process.stdout.write(`    ${count} of ${JOURNEYS} journeys have arrived\n`);
      },
    });
    const perMinute = (JOURNEYS / seconds) * 60;
    process.stdout.write(
      `    ${JOURNEYS} journeys in ${seconds.toFixed(0)} s, ${perMinute.toFixed(0)} a minute; ` +
        `${killed} processes killed, ${failedStarts} starts without a database; ` +
        `${unknownAnswers} requests without a clear answer\n`,
    );
  });
});
