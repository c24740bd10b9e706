import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiBody, operationsOf } from '../api/api-body.ts';
import { type BackgroundEntry, loadCatalogue } from '../catalogue.ts';
import { eventSourceOf } from '../stage/event-sources.ts';
import { readStages, type StageSettings } from '../stage/stages.ts';
import { BY_HAND, type Demand, type Finding, findingsOf } from './checks.ts';
import { type FindNameServers, readFacts } from './facts.ts';

/** `npm run doctor -- <stage>`: checks whether an AWS account is ready for a stage of cdk.json. It only reads. */

export const USAGE = `npm run doctor -- <stage>

Checks what is missing in the account and in cdk.json for a stage to be deployed and to work, and says what to do. Only reads (also the public DNS), with the
credentials of the AWS CLI (AWS_PROFILE).

Exit codes: 0 nothing to do; 1 something to do, or something could not be read; 2 wrong usage.`;

const MARKS: Record<Finding['state'], string> = { ok: 'ok     ', note: 'note   ', action: 'TO DO  ', unknown: 'unknown' };

/** Each finding as a line, with what to do below it. */
export const linesOf = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ state, what, more }) => [`${MARKS[state]}  ${what}.`, ...(more ? [`         ${more}`] : [])]);

const stagesOf = (file: string): StageSettings[] =>
  readStages((JSON.parse(readFileSync(file, 'utf8')) as { context: { stages: unknown } }).context.stages);

/** How many functions a stage may run at once, and how many routes its API has, by the definitions of the functions. */
export async function demandOfStages(): Promise<Demand> {
  const { endpoints, background } = await loadCatalogue();
  const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);
  return {
    workers: sum(background.map(concurrencyOf)),
    reserved: sum([...endpoints, ...background].map(({ handler }) => handler.definition.reservedConcurrency ?? 0)),
    routes: operationsOf(apiBody({ title: '', endpoints, origins: [], uriOf: name => name })).length,
  };
}

/** How many functions run at once because of a function's event source: one that hands out rare work waits for another one. */
function concurrencyOf({ handler: { definition } }: BackgroundEntry): number {
  const own = eventSourceOf(definition)?.maximumConcurrency ?? 0;
  return definition.uses?.some(word => word.endsWith('-workers:invoke')) ? 2 * own : own;
}

/**
 * @param find finds name servers in the public DNS; tests replace it
 * @returns the exit code
 */
export async function doctor(
  argv: readonly string[],
  say: (line: string) => void,
  file = join(import.meta.dirname, '..', '..', 'cdk.json'),
  find?: FindNameServers,
): Promise<number> {
  const [name, ...more] = argv;
  const stages = stagesOf(file);
  const stage = stages.find(one => one.name === name);
  if (!stage || more.length > 0) {
    const known = stages.map(one => one.name).join(', ');
    say(
      name === undefined || name === '--help'
        ? USAGE
        : `There is no stage ${argv.join(' ')} in cdk.json, which has ${known}.\n\n${USAGE}`,
    );
    return name === '--help' ? 0 : 2;
  }
  const [facts, demand] = await Promise.all([readFacts(stage, find), demandOfStages()]);
  const findings = findingsOf(stage, facts, demand);
  for (const line of linesOf(findings)) say(line);
  const open = findings.filter(({ state }) => state === 'action' || state === 'unknown').length;
  const byHand = stage.hostedZone ? '' : `, and its domain is made by hand: ${BY_HAND}`;
  say(open === 0 ? `\n${stage.name} is ready${byHand}.` : `\n${stage.name}: ${open} to look at${byHand}.`);
  return open === 0 ? 0 : 1;
}
