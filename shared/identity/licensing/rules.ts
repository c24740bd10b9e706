import type { Features } from '../../access/plans.ts';

/** What an instance counts, to the feature that limits it. */
const LIMITED = {
  companies: 'maxCompanies',
  users: 'maxUsersPerOrg',
  invoicesThisMonth: 'maxInvoicesPerMonth',
  attachmentBytes: 'attachmentStorageBytes',
} as const satisfies Record<string, keyof Features>;

/** Where an instance has more than its plan allows, each in a sentence. */
export const violationsOf = (features: Features, metrics: Record<string, unknown>): string[] =>
  Object.entries(LIMITED).flatMap(([metric, feature]) => {
    const used = metrics[metric];
    const limit = features[feature];
    return typeof used === 'number' && limit !== null && used > limit ? [`${metric}: ${used} used, ${feature} is ${limit}`] : [];
  });
