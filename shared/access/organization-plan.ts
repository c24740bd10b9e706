import { found, planLimit } from '../kernel/errors.ts';
import { getItem } from '../store/read.ts';
import { type Item, organizationKey } from '../store/table.ts';
import { update, type Write } from '../store/transact.ts';
import type { Organization, People, Plan } from './model.ts';
import { PLANS } from './plans.ts';

/** An organization with what is counted for its plan. Counters are attributes beside `data`: change the item by updates only. */
export type OrganizationItem = Item & {
  data: Organization;
  companyCount?: number;
  people?: People;
  /** How often it was decided which of its companies are writable. */
  writableDecisions?: number;
};

/** An organization with its counts, if there is one. */
export const findOrganizationItem = (organizationId: string): Promise<OrganizationItem | undefined> =>
  getItem<OrganizationItem>(organizationKey(organizationId, 'ORGANIZATION'));

/** @throws 404 */
export const readOrganization = async (organizationId: string): Promise<OrganizationItem> =>
  found(await findOrganizationItem(organizationId), 'Organization');

/** The plan of an organization. */
export const planOf = async (organizationId: string): Promise<Plan> => (await readOrganization(organizationId)).data.plan;

/**
 * Counts one more company, within what the plan allows. Fails with `ConditionFailed` when the plan or the count is no longer
 * what was read, so the limit is exact under concurrency.
 *
 * @throws 402 when the count read is at the limit already.
 */
export function countCompany({ data: { id, plan }, companyCount = 0 }: OrganizationItem): Write {
  const limit = PLANS[plan].maxCompanies;
  if (limit !== null && companyCount >= limit) throw planLimit('maxCompanies', limit, plan);
  return update(organizationKey(id, 'ORGANIZATION'), {
    expression: 'ADD companyCount :one',
    names: { '#data': 'data', '#plan': 'plan' },
    values: { ':one': 1, ':plan': plan, ...(limit !== null && { ':limit': limit }) },
    condition: `#data.#plan = :plan${limit === null ? '' : ' AND (attribute_not_exists(companyCount) OR companyCount < :limit)'}`,
  });
}

/** Counts one company less. */
export const uncountCompany = (organizationId: string): Write =>
  update(organizationKey(organizationId, 'ORGANIZATION'), {
    expression: 'ADD companyCount :less',
    values: { ':less': -1 },
    condition: 'attribute_exists(pk)',
  });

/**
 * Belongs to each decision which companies are writable: fails with `ConditionFailed` when the plan, the number of companies or an
 * earlier decision is no longer what was read.
 */
export const decideWritable = ({ data: { id, plan }, companyCount, writableDecisions }: OrganizationItem): Write =>
  update(organizationKey(id, 'ORGANIZATION'), {
    expression: 'ADD writableDecisions :one',
    names: { '#data': 'data', '#plan': 'plan' },
    values: {
      ':one': 1,
      ':plan': plan,
      ...(companyCount !== undefined && { ':count': companyCount }),
      ...(writableDecisions !== undefined && { ':decisions': writableDecisions }),
    },
    condition: [
      '#data.#plan = :plan',
      companyCount === undefined ? 'attribute_not_exists(companyCount)' : 'companyCount = :count',
      writableDecisions === undefined ? 'attribute_not_exists(writableDecisions)' : 'writableDecisions = :decisions',
    ].join(' AND '),
  });
