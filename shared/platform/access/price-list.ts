import type * as z from 'zod';
import { PLAN_KEYS } from './model.ts';
import { PLANS } from './plans.ts';
import type { priceListSchema } from './schema.ts';

type PricedPlan = z.infer<typeof priceListSchema>['plans'][number];

/** Name, price of a month and of a year in bani, and days of trial of each plan (ORG-35). */
const PRICES: Record<PricedPlan['key'], Pick<PricedPlan, 'name' | 'monthlyPrice' | 'yearlyPrice' | 'trialDays'>> = {
  freemium: { name: 'Freemium', monthlyPrice: 0, yearlyPrice: 0 },
  starter: { name: 'Starter', monthlyPrice: 19_00, yearlyPrice: 190_00, trialDays: 14 },
  professional: { name: 'Professional', monthlyPrice: 39_00, yearlyPrice: 390_00 },
  business: { name: 'Business', monthlyPrice: 69_00, yearlyPrice: 690_00 },
};

/** All plans, the smallest first; each includes the one before it. */
export const PRICE_LIST: readonly PricedPlan[] = PLAN_KEYS.map((key, place) => {
  const { trialDays, ...price } = PRICES[key];
  return {
    key,
    ...price,
    currency: 'RON',
    features: PLANS[key],
    includesPlan: PLAN_KEYS[place - 1] ?? null,
    ...(trialDays !== undefined && { trialDays }),
  };
});
