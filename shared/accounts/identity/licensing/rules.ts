import type { Features } from '#shared/platform/access/plans.ts';

/** Maps each metric that an instance (a licensed installation) reports to the plan feature that limits it. */
const LIMITED = {
  companies: 'maxCompanies',
  users: 'maxUsersPerOrg',
  invoicesThisMonth: 'maxInvoicesPerMonth',
  attachmentBytes: 'attachmentStorageBytes',
} as const satisfies Record<string, keyof Features>;

/** One message for each metric by which an instance exceeds its plan; a limit of `null` means unlimited. */
export const violationsOf = (features: Features, metrics: Record<string, unknown>): string[] =>
  Object.entries(LIMITED).flatMap(([metric, feature]) => {
    const used = metrics[metric];
    const limit = features[feature];
    return typeof used === 'number' && limit !== null && used > limit ? [`${metric}: ${used} used, ${feature} is ${limit}`] : [];
  });
