import type { Prices } from './prices.ts';
import type { PriceLine } from './sheet.ts';

/** What the edge of a stage has that costs while nobody calls. */
export interface IdleEdge {
  webAcls: number;
  rules: number;
  /** Secrets that the distribution sends. */
  secrets: number;
}

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}

/** Reads an edge from its template. Pure. */
export function idleEdge(resources: readonly Resource[]): IdleEdge {
  const of = (type: string): Resource[] => resources.filter(({ Type }) => Type === type);
  const webAcls = of('AWS::WAFv2::WebACL');
  return {
    webAcls: webAcls.length,
    rules: webAcls.flatMap(({ Properties }) => (Properties?.['Rules'] as object[] | undefined) ?? []).length,
    secrets: new Set(JSON.stringify(of('AWS::CloudFront::Distribution')).match(/\{\{resolve:secretsmanager:[^}]+/g)).size,
  };
}

/** What an edge costs in a month in which nobody calls. Pure. */
export const idleEdgeSheet = ({ webAcls, rules, secrets }: IdleEdge, prices: Prices): PriceLine[] => [
  {
    service: 'AWS WAF',
    amount: `${webAcls} web ACL, ${rules} rules`,
    dollars: webAcls * prices.webAclMonth + rules * prices.webAclRuleMonth,
  },
  { service: 'Secrets Manager', amount: `${secrets} secret`, dollars: secrets * prices.secretMonth },
];

/** What an edge adds to so many requests. Pure. */
export const edgeRequestsSheet = (requests: number, prices: Prices): PriceLine[] => {
  const line = (service: string, dollarsPerMillion: number): PriceLine => ({
    service,
    amount: `${requests.toLocaleString('en')} requests`,
    dollars: (requests * dollarsPerMillion) / 1e6,
  });
  return [
    line('CloudFront', prices.cloudfrontRequestsPerMillion),
    line('CloudFront Functions', prices.cloudfrontFunctionRunsPerMillion),
    line('AWS WAF', prices.wafRequestsPerMillion),
  ];
};
