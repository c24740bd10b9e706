import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { EdgeSettings } from '../stage/edge-settings.ts';
import * as names from '../stage/names.ts';
import type { StageSettings } from '../stage/stages.ts';
import { substituted } from './template.ts';

/** What AWS WAF refuses before a request reaches the API: floods of one address, addresses of attackers, known attacks. */
export class WebAcl extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, stage: StageSettings, { requestsPerAddress }: EdgeSettings) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      name: `${stage.name}-invoicing`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metric(`${stage.name}-invoicing`),
      customResponseBodies: { flood: { contentType: 'APPLICATION_JSON', content: JSON.stringify({ error: FLOOD }) } },
      rules: [flood(requestsPerAddress), ...MANAGED.map(({ name, counted }, place) => managed(name, counted, place + 1))],
    });
    this.arn = acl.attrArn;
    const logs = new CfnLogGroup(this, 'Log', {
      logGroupName: names.webAclLogGroup(stage),
      retentionInDays: stage.logRetentionDays,
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [substituted(names.anyLogGroupArn(names.webAclLogGroup(stage)))],
      // Only refusals, which callers ask about; of them, what tells neither credentials nor data of a company.
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [{ Behavior: 'KEEP', Requirement: 'MEETS_ANY', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }],
      },
      redactedFields: [
        { singleHeader: { Name: 'authorization' } },
        { singleHeader: { Name: 'cookie' } },
        { queryString: {} },
        { uriPath: {} },
      ],
    }).addResourceDependency(logs);
  }
}

/** As the service itself answers 429 (REQ-45). */
const FLOOD = 'Too many requests from this address; try again later.';

/** Seconds in which requests of an address are counted; it is let in again when it sends fewer. */
const COUNTED_SECONDS = 300;

const flood = (limit: number): CfnWebACL.RuleProperty => ({
  name: 'requests-per-address',
  priority: 0,
  statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', evaluationWindowSec: COUNTED_SECONDS } },
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        customResponseBodyKey: 'flood',
        responseHeaders: [{ name: 'retry-after', value: String(COUNTED_SECONDS) }],
      },
    },
  },
  visibilityConfig: metric('requests-per-address'),
});

/**
 * Rules that AWS maintains. Some are only counted, because they refuse what the contract allows: those of bodies, which carry texts, markup,
 * style sheets, addresses and files that people write, and which no handler passes to a shell, a file name or a page; long queries of
 * lists; clients that send no User-Agent.
 */
const MANAGED: readonly { name: string; counted: readonly string[] }[] = [
  { name: 'AWSManagedRulesAmazonIpReputationList', counted: [] },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet', counted: [] },
  {
    name: 'AWSManagedRulesCommonRuleSet',
    counted: [
      ...['SizeRestrictions_BODY', 'CrossSiteScripting_BODY', 'GenericLFI_BODY', 'GenericRFI_BODY', 'EC2MetaDataSSRF_BODY'],
      ...['SizeRestrictions_QUERYSTRING', 'NoUserAgent_HEADER'],
    ],
  },
];

const managed = (name: string, counted: readonly string[], priority: number): CfnWebACL.RuleProperty => ({
  name,
  priority,
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ...(counted.length > 0 && { ruleActionOverrides: counted.map(rule => ({ name: rule, actionToUse: { count: {} } })) }),
    },
  },
  overrideAction: { none: {} },
  visibilityConfig: metric(name),
});

/** Counted in CloudWatch. No samples: these show all headers of a request, credentials too. */
function metric(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}
