import { closeBrowser } from '#shared/output/pdf/browser.ts';
import { gameDay, type Played } from './game-day.ts';
import { INCIDENTS } from './incidents.ts';

/** `npm run game-day [-- <incident> …]`: plays incidents on local systems, and prints what was lost, done twice and which alarms rang. */

const wanted = process.argv.slice(2);
const unknown = wanted.filter(id => !INCIDENTS.some(incident => incident.id === id));
if (unknown.length > 0) {
  console.error(`There is no incident ${unknown.join(', ')}. There are: ${INCIDENTS.map(({ id }) => id).join(', ')}`);
  process.exit(2);
}

const rowOf = ({ id, seconds, lost, twice, rang }: Played): string => {
  const alarms = rang.map(({ alarm, minutes }) => `${alarm} (${minutes} min)`).join(', ');
  return `| ${id} | ${seconds} | ${lost.length} | ${twice.length} | ${alarms || 'none'} |`;
};

// What fails on purpose: the local runtime prints each failure with its stack.
console.error = () => {};
const complain = (line: string): void => void process.stderr.write(`  ${line}\n`);

console.log('| Incident | Seconds | Lost | Twice | Alarms |\n|---|---|---|---|---|');
const played = await gameDay(
  INCIDENTS.filter(({ id }) => wanted.length === 0 || wanted.includes(id)),
  one => {
    console.log(rowOf(one));
    for (const what of one.lost) complain(`lost: ${what}`);
    for (const what of one.twice) complain(`twice: ${what}`);
    for (const problem of one.problems) complain(problem);
  },
);
await closeBrowser();
process.exit(played.every(({ lost, twice, problems }) => lost.length + twice.length + problems.length === 0) ? 0 : 1);
