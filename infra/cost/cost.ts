import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { loadCatalogue } from '../catalogue.ts';
import { InvoicingStage } from '../stage/invoicing-stage.ts';
import { stateMachineFiles } from '../stage/state-machines.ts';
import { readStages } from '../stage/stages.ts';
import { CANARY_RUNS_A_MONTH, canarySheet, countCanary } from './canary.ts';
import { edgeRequestsSheet, type IdleEdge, idleEdge, idleEdgeSheet } from './edge.ts';
import { type IdleStage, idleSheet, idleStage, scheduledRuns } from './idle.ts';
import { countLife } from './life.ts';
import { PRICES } from './prices.ts';
import { QUOTAS, reached, scaleStep } from './scale.ts';
import { type PriceLine, priceSheet, storageSheet, times, total, tracesSheet } from './sheet.ts';
import type { Usage } from './usage.ts';

/**
 * `npm run cost`: what 1,000 invoices cost by service, what a stage costs while nobody uses it, and which limits come first as the invoices of
 * a month grow. Counted on the local system; durations are modelled (durations.ts), and prices and quotas are those of prices.json and
 * quotas.json. All of it is a model: the bill is AWS's.
 *
 * @returns the exit code
 */
export async function cost(say: (line: string) => void): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'invoicing-cost-'));
  try {
    const [each, run] = [await countLife(join(folder, 'data')), await countCanary(join(folder, 'canary'))];
    const { stage, edge, withCanary } = await atRest(folder);
    for (const line of report(each, stage, edge, canarySheet(run, stage, withCanary, PRICES))) say(line);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Invoices a month that the model is shown for. */
const MONTHS = [1, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/** Invoices are kept for ten years after that of their issue. */
const MONTHS_OF_RETENTION = 120;

/** The lines that are printed. Pure. */
export function report(each: Usage, idle: IdleStage, edge: IdleEdge, canary: readonly PriceLine[]): string[] {
  const thousand = times(each, 1_000);
  const idleLines = idleSheet(idle, PRICES);
  const perInvoice = total(priceSheet(each, PRICES));
  const kept = total(storageSheet(each, PRICES));
  return [
    ...sheet('1,000 invoices: drafted, read, issued, fetched as PDF, mailed, submitted, validated', priceSheet(thousand, PRICES)),
    ...sheet(
      `Keeping them, each month; ${dollars(MONTHS_OF_RETENTION * 1_000 * kept)} for ten years`,
      storageSheet(thousand, PRICES),
    ),
    ...sheet('A stage that nobody uses, each month', idleLines),
    ...sheet(`Its canary, if it has one, each month: ${CANARY_RUNS_A_MONTH} runs, one an hour`, canary),
    `A stage that nobody uses, each month: ${dollars(total(idleLines))} without a canary, ${dollars(total(idleLines) + total(canary))} with one`,
    '',
    ...sheet('Its edge, if it has one, each month', idleEdgeSheet(edge, PRICES)),
    ...sheet('What an edge adds to the requests', edgeRequestsSheet(1_000_000, PRICES)),
    ...sheet('What traces add to 1,000 invoices, if a stage has them', tracesSheet(thousand.invocations, PRICES)),
    ...sheet('What traces add to a stage that nobody uses, each month', tracesSheet(scheduledRuns(idle), PRICES)),
    'Invoices a month, and what the busiest hour asks for (a twelfth of the month on the busiest day, a sixth of that in its busiest hour)',
    ...MONTHS.flatMap(invoices => {
      const step = scaleStep(invoices, each, QUOTAS);
      const over = reached(step);
      const [nearest] = step.loads;
      const monthly = total(idleLines) + invoices * (perInvoice + kept);
      return [
        '',
        `${invoices.toLocaleString('en')}: ${dollars(monthly)} in its first month, ${step.perSecond.toLocaleString('en', { maximumSignificantDigits: 2 })} invoices a second`,
        ...(over.length === 0 && nearest ? [`  nothing is reached; nearest: ${nearest.limit}, ${percent(nearest)}`] : []),
        ...over.map((load, place) => `  ${place === 0 ? 'first' : 'then'}: ${load.limit}, ${percent(load)}: ${load.remedy}`),
      ];
    }),
    '',
    'Modelled: prices and quotas as in infra/cost/*.json, durations as in infra/cost/durations.ts, no free tier, no data transfer.',
  ];
}

const percent = ({ used, allowed }: { used: number; allowed: number }): string =>
  `${((100 * used) / allowed).toLocaleString('en', { maximumSignificantDigits: 2 })} % of ${allowed.toLocaleString('en')}`;

const dollars = (amount: number): string =>
  `$${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: amount < 1 ? 4 : 2 })}`;

function sheet(title: string, lines: readonly PriceLine[]): string[] {
  const all = [...lines, { service: 'Sum', amount: '', dollars: total(lines) }];
  const width = (of: (line: PriceLine) => string): number => Math.max(...all.map(line => of(line).length));
  const [services, amounts] = [width(({ service }) => service), width(({ amount }) => amount)];
  return [
    title,
    ...all.map(
      ({ service, amount, dollars: price }) => `  ${service.padEnd(services)}  ${amount.padEnd(amounts)}  ${dollars(price)}`,
    ),
    '',
  ];
}

/** The feature flags of cdk.json that the stacks rely on. */
const FLAGS = { '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true };

interface AtRest {
  /** A stage with a domain, without edge and canary. */
  stage: IdleStage;
  withCanary: IdleStage;
  edge: IdleEdge;
}

/** What there is while nobody uses a stage, from its templates; no code is bundled for it. */
async function atRest(folder: string): Promise<AtRest> {
  const code = join(folder, 'code');
  const catalogue = await loadCatalogue();
  const [stage] = readStages({
    cost: {
      region: 'eu-central-1',
      apiUrl: 'https://api.invoicing.example',
      appUrl: 'https://app.invoicing.example',
      mailFrom: 'Invoicing <no-reply@invoicing.example>',
      taxauthUrl: 'https://taxauth.example/rest',
      taxauthTransportUrl: 'https://taxauth.example/transport',
      hostedZone: { id: 'Z0000000000000', name: 'invoicing.example' },
      logRetentionDays: 7,
      edge: { proofs: ['0'.repeat(64)] },
      canary: {},
    },
  });
  if (!stage) throw new Error('There is no stage.');
  mkdirSync(code);
  writeFileSync(join(code, 'index.mjs'), 'export const handler = () => {};');
  const app = new App({ context: FLAGS, outdir: join(folder, 'cdk') });
  const { stacks } = new InvoicingStage(app, stage, {
    catalogue,
    machines: await stateMachineFiles(),
    codeOf: () => ({ asset: code }),
    documentFunction: () => code,
    canaryFunctions: code,
  }).synth();
  const all = stacks.flatMap(({ stackName, template }) =>
    Object.values((template as { Resources: Record<string, Resource> }).Resources).map(resource => ({ stackName, resource })),
  );
  const isEdge = ({ stackName }: (typeof all)[number]): boolean => stackName === `${stage.name}-edge`;
  const isCanary = ({ stackName, resource }: (typeof all)[number]): boolean =>
    stackName === `${stage.name}-canary` || resource.Properties?.['AlarmName'] === `${stage.name}-canary-failed`;
  const idle = (of: typeof all): IdleStage =>
    idleStage(
      of.map(({ resource }) => resource),
      catalogue.background,
    );
  const ofStage = all.filter(one => !isEdge(one));
  return {
    stage: idle(ofStage.filter(one => !isCanary(one))),
    withCanary: idle(ofStage),
    edge: idleEdge(all.filter(isEdge).map(({ resource }) => resource)),
  };
}

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}
