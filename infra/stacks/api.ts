import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnApi, CfnApiMapping, CfnDomainName, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnRecordSet, type IHostedZone, PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { apiBody, DOCUMENT_FUNCTION } from '../api/api-body.ts';
import type { EndpointEntry } from '../catalogue.ts';
import { webOrigins } from '../stage/cors.ts';
import { edgeEnvironment } from '../stage/edge-settings.ts';
import * as names from '../stage/names.ts';
import { isOnOwnDomain, type StageSettings, trackingDomain } from '../stage/stages.ts';
import { codeAsset } from './code-asset.ts';
import { accessLogFilters } from './observability/log-filters.ts';
import { addFilter } from './observability/log-metrics.ts';
import { assumedBy, policyDocument, substituted } from './template.ts';

export interface ApiProps extends StackProps {
  endpoints: readonly EndpointEntry[];
  /** Folder of the function that answers with the OpenAPI document. */
  documentFunction: string;
}

/**
 * The HTTP API as one resource: its body maps every route to a function, and one role invokes them. Separate resources for route,
 * integration and permission of each of 300 endpoints would exceed the limit of 500 resources per stack.
 */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageSettings, { endpoints, documentFunction, ...props }: ApiProps) {
    super(scope, id, props);
    this.document(stage, documentFunction);
    const invoker = new CfnRole(this, 'Invoker', {
      description: 'Invokes the functions of endpoints for API Gateway',
      // Without a condition on `aws:SourceAccount`: API Gateway does not send it when it assumes the role of an integration, so that every
      // call would be answered 500. Seen on AWS by others: pull request 479 of
      // aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws.
      assumeRolePolicyDocument: assumedBy('apigateway.amazonaws.com'),
      policies: [{ policyName: 'invoke', policyDocument: policyDocument([mayInvoke(stage, endpoints)]) }],
    });
    const body = apiBody({
      title: `${stage.name}-invoicing`,
      endpoints,
      origins: webOrigins(stage),
      onlyAt: isOnOwnDomain(stage) ? stage.apiUrl : undefined,
      credentials: invoker.attrArn,
      uriOf: name => substituted(invocationUri(stage, name)),
    });
    const api = new CfnApi(this, 'Api', { body, failOnWarnings: true });
    const accessLog = new CfnLogGroup(this, 'AccessLog', {
      // With this prefix the account's resource policy for log deliveries does not grow with every API (see workflows.ts).
      logGroupName: `/aws/vendedlogs/apis/${stage.name}-invoicing`,
      retentionInDays: stage.logRetentionDays,
    });
    for (const filter of accessLogFilters(stage)) addFilter(this, filter.metric.metricName, accessLog, filter);
    const deployed = new CfnStage(this, 'Stage', {
      apiId: api.ref,
      stageName: '$default',
      autoDeploy: true,
      defaultRouteSettings: { ...throttling(stage), detailedMetricsEnabled: false },
      accessLogSettings: { destinationArn: accessLog.attrArn, format: JSON.stringify(ACCESS_LOG) },
    });
    if (stage.hostedZone) this.domains(stage, stage.hostedZone, deployed);
    new StringParameter(this, 'ApiId', { parameterName: names.apiIdParameter(stage), stringValue: api.ref });
    new CfnOutput(this, 'Endpoint', {
      value: isOnOwnDomain(stage) ? stage.apiUrl : api.attrApiEndpoint,
      description: 'Address of the API',
    });
  }

  private document(stage: StageSettings, folder: string): void {
    const logs = new CfnLogGroup(this, 'DocumentLog', {
      logGroupName: names.logGroupName(stage, DOCUMENT_FUNCTION),
      retentionInDays: stage.logRetentionDays,
    });
    const role = new CfnRole(this, 'DocumentRole', {
      assumeRolePolicyDocument: assumedBy('lambda.amazonaws.com'),
      policies: [
        {
          policyName: 'uses',
          policyDocument: policyDocument([
            {
              Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              Resource: [`${names.logGroupArn(stage, DOCUMENT_FUNCTION)}:*`],
            },
          ]),
        },
      ],
    });
    new CfnFunction(this, 'Document', {
      functionName: names.functionName(stage, DOCUMENT_FUNCTION),
      description: 'The OpenAPI document of the API',
      runtime: 'nodejs24.x',
      architectures: ['arm64'],
      handler: 'openapi.handler',
      code: codeAsset(this, folder),
      memorySize: 256,
      timeout: 10,
      role: role.attrArn,
      ...(stage.edge && { environment: { variables: edgeEnvironment(stage) } }),
      loggingConfig: { logGroup: logs.ref, logFormat: 'JSON' },
    });
  }

  private domains(stage: StageSettings, { id, name }: { id: string; name: string }, deployed: CfnStage): void {
    const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', { hostedZoneId: id, zoneName: name });
    const [edge, domainName] = [stage.edge, new URL(stage.apiUrl).hostname];
    // It stays beside a distribution, so that turning the edge on or off only changes where the records lead.
    const domain = this.domain('', domainName, zone, deployed);
    this.records('', zone, domainName, edge?.distribution ? toDistribution(edge.distribution) : toDomain(domain));
    const tracking = trackingDomain(stage);
    if (tracking !== undefined) {
      const beside = this.domain('Tracking', tracking, zone, deployed);
      this.records('Tracking', zone, tracking, edge?.distribution ? toDistribution(edge.distribution) : toDomain(beside));
    }
    if (!edge) return;
    const origin = names.originDomain(stage);
    this.records('Origin', zone, origin, toDomain(this.domain('Origin', origin, zone, deployed)));
  }

  /** A domain at which the API answers. */
  private domain(prefix: string, domainName: string, zone: IHostedZone, deployed: CfnStage): CfnDomainName {
    const certificate = new Certificate(this, `${prefix}Certificate`, {
      domainName,
      validation: CertificateValidation.fromDns(zone),
    });
    const domain = new CfnDomainName(this, `${prefix}Domain`, {
      domainName,
      domainNameConfigurations: [
        { certificateArn: certificate.certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' },
      ],
    });
    new CfnApiMapping(this, `${prefix}Mapping`, { apiId: deployed.apiId, domainName: domain.ref, stage: deployed.ref });
    return domain;
  }

  private records(prefix: string, { hostedZoneId }: IHostedZone, name: string, aliasTarget: AliasTarget): void {
    for (const type of ['A', 'AAAA']) new CfnRecordSet(this, `${prefix}Record${type}`, { hostedZoneId, name, type, aliasTarget });
  }
}

type AliasTarget = CfnRecordSet.AliasTargetProperty;

const toDomain = (domain: CfnDomainName): AliasTarget => ({
  dnsName: domain.attrRegionalDomainName,
  hostedZoneId: domain.attrRegionalHostedZoneId,
});

/** All distributions are in one hosted zone of AWS (CloudFormation, "AWS::Route53::RecordSet AliasTarget"). */
const toDistribution = (dnsName: string): AliasTarget => ({ dnsName, hostedZoneId: 'Z2FDTNDATAQYW2' });

/**
 * Requests at once and a second. With 0, API Gateway answers 429 to every request before it invokes a function: seen on AWS by others,
 * whose tools sent 0 by mistake (issue 2363 of pulumi/pulumi-aws, issue 59 of terraform-aws-modules/terraform-aws-apigateway-v2).
 */
const throttling = ({ paused }: StageSettings): { throttlingBurstLimit: number; throttlingRateLimit: number } =>
  paused === 'all'
    ? { throttlingBurstLimit: 0, throttlingRateLimit: 0 }
    : { throttlingBurstLimit: 2000, throttlingRateLimit: 1000 };

/**
 * Fields of the access log. Without the path and query of a request, which may contain data of the company; `route` is the
 * template.
 */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  at: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  millis: '$context.responseLatency',
  bytes: '$context.responseLength',
  address: '$context.identity.sourceIp',
  integrationError: '$context.integrationErrorMessage',
};

/** Allows invoking the functions of areas with endpoints. Tasks and workers are in areas of their own, so they are not included. */
function mayInvoke(stage: StageSettings, endpoints: readonly EndpointEntry[]): { Action: string[]; Resource: string[] } {
  const areas = [...new Set(endpoints.map(({ area }) => `${area}-*`))];
  return {
    Action: ['lambda:InvokeFunction'],
    Resource: [names.functionArn(stage, DOCUMENT_FUNCTION), ...areas.map(functions => names.liveFunctionArn(stage, functions))],
  };
}

const invocationUri = (stage: StageSettings, name: string): string =>
  `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/${calledArn(stage, name)}/invocations`;

/** The function of the document has no versions: it is made for every stage, and nothing else depends on it. */
const calledArn = (stage: StageSettings, name: string): string =>
  name === DOCUMENT_FUNCTION ? names.functionArn(stage, name) : names.liveFunctionArn(stage, name);
