import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { invoiceCountKey } from '#shared/platform/access/invoice-quota.ts';
import type { Plan } from '#shared/platform/access/model.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Key, tableName } from '#shared/platform/store/table.ts';
import type { Refusal } from '../../support/contract.ts';
import { type Trader, useTrader } from '../../support/trader.ts';
import { putOnPlan } from '../attachments/calls.ts';
import type { Service } from '../../support/service.ts';

export const LIMIT = 100;
/** The response above the limit (REQ-47, ORG-38). */
export const REFUSED = [402, 'plan_limit', { feature: 'maxInvoicesPerMonth', limit: LIMIT, plan: 'freemium' }];
export const outcome = ({ status, body }: { status: number; body: unknown }) => {
  const { error } = body as Partial<Refusal>;
  return error ? [status, error.code, error.details] : [status];
};
export const create = async (own: Trader) => outcome(await own.post(own.invoiceBody()));

const countKey = async ({ scope }: Trader, day: string = today()): Promise<Key> =>
  invoiceCountKey((await readCompany(scope.company))?.organizationId ?? '', day.slice(0, 7));
export const countOf = async (own: Trader): Promise<number | undefined> =>
  (await getItem<Key & { count: number }>(await countKey(own)))?.count;

/** Requests of these tests. */
export function monthlyLimitCalls(service: () => Service) {
  const { newTrader } = useTrader({ service, lasting: true });

  /** Puts a company's organization on a plan, with this many invoices created in the month of a day. */
  async function counted(own: Trader, count: number, { plan = 'freemium', day = today() }: { plan?: Plan; day?: string } = {}) {
    await putOnPlan(service(), own.scope, plan);
    await dynamodb().send(
      new PutCommand({ TableName: tableName(), Item: { ...(await countKey(own, day)), kind: 'counter', count } }),
    );
  }
  return { newTrader, counted };
}
