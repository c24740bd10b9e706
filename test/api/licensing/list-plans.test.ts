import { describe, expect, it } from 'vitest';
import { PLANS } from '#shared/platform/access/plans.ts';
import { useService } from '../../support/service.ts';

const service = useService();

interface Plans {
  plans: {
    key: string;
    name: string;
    monthlyPrice: number;
    yearlyPrice: number;
    includesPlan: string | null;
    trialDays?: number;
  }[];
}

describe('GET /api/v1/plans (ORG-35)', () => {
  it('200 without a credential: each plan with its prices in bani and its features; may be cached', async () => {
    const answer = await service().api('GET', '/api/v1/plans');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    expect(
      (answer.body as Plans).plans.map(plan => [
        plan.key,
        plan.name,
        plan.monthlyPrice,
        plan.yearlyPrice,
        plan.includesPlan,
        plan.trialDays,
      ]),
    ).toEqual([
      ['freemium', 'Freemium', 0, 0, null, undefined],
      ['starter', 'Starter', 1900, 19000, 'freemium', 14],
      ['professional', 'Professional', 3900, 39000, 'starter', undefined],
      ['business', 'Business', 6900, 69000, 'professional', undefined],
    ]);
  });

  it('the features are those that limit organizations of the plan', async () => {
    const { body } = await service().api('GET', '/api/v1/plans');
    expect(body).toMatchObject({ plans: Object.entries(PLANS).map(([key, features]) => ({ key, currency: 'RON', features })) });
  });
});
