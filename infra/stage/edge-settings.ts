import * as z from 'zod';

/** The edge of a stage: a CloudFront distribution with AWS WAF before its API (docs/adr/0023-edge.md). */
export interface EdgeSettings {
  /**
   * SHA-256 hashes (hex) of the secrets by which the distribution proves that a request has come through it. It sends the first one's
   * secret; the functions accept all. The secrets are in AWS Secrets Manager of us-east-1, each named by its hash (`originSecret`).
   */
  proofs: string[];
  /**
   * The domain name that CloudFront has given the distribution, an output of the stack `<stage>-edge`. With it the domain of `apiUrl`
   * leads there; without, the distribution is made but nobody is sent to it.
   */
  distribution?: string | undefined;
  /** Requests that have not come through the distribution are refused. */
  only: boolean;
  /** Requests of one address within five minutes above which AWS WAF answers 429. */
  requestsPerAddress: number;
  /** Which edge locations serve the API (CloudFront, "Price class"): 100 are those of Europe, North America and Israel. */
  priceClass: 'PriceClass_100' | 'PriceClass_200' | 'PriceClass_All';
}

/**
 * Above what the service itself lets one address do (shared/platform/lambda/limits/policies.ts: 10,000 or 50,000 at once), which tells callers
 * what is left: this one is for floods, which then reach neither API Gateway nor the table.
 */
const REQUESTS_PER_ADDRESS = 60_000;

/** Schema of `edge` in the stages of cdk.json. */
export const edge = z
  .strictObject({
    proofs: z
      .array(z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 hash: 64 digits and letters a to f'))
      .min(1, 'must have the hash of a secret')
      .max(2, 'must have at most two: the current one and the one before it or after it'),
    distribution: z
      .string()
      .regex(/^[a-z0-9]+\.cloudfront\.net$/, 'must be the domain name of a distribution: ….cloudfront.net')
      .optional(),
    only: z.boolean().default(false),
    // The range of AWS WAF.
    requestsPerAddress: z.int().min(10).max(2_000_000_000).default(REQUESTS_PER_ADDRESS),
    priceClass: z.enum(['PriceClass_100', 'PriceClass_200', 'PriceClass_All']).default('PriceClass_100'),
  })
  .refine(({ only, distribution }) => !only || distribution, {
    path: ['only'],
    message: 'needs `distribution`: callers must be sent there before the API is closed to all other requests',
  });

/** Environment variables by which functions that answer requests recognize those that have come through the edge; none without an edge. */
export const edgeEnvironment = ({ edge: its }: { edge?: EdgeSettings | undefined }): Record<string, string> => ({
  ...(its && { EDGE_PROOFS: its.proofs.join(',') }),
  ...(its?.only && { EDGE_ONLY: 'on' }),
});
