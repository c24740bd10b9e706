import { CfnOutput, Fn, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { CachePolicy, CfnDistribution, CfnFunction, OriginRequestPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource, CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import { PROOF_HEADER, VIEWER_HEADER } from '#shared/platform/lambda/endpoint/edge.ts';
import type { EdgeSettings } from '../stage/edge-settings.ts';
import * as names from '../stage/names.ts';
import { type StageSettings, trackingDomain } from '../stage/stages.ts';
import { substituted } from './template.ts';
import { WebAcl } from './web-acl.ts';

/**
 * The edge of a stage: a CloudFront distribution with AWS WAF before the API (docs/adr/0023-edge.md). All of it is in us-east-1, the only
 * region where CloudFront looks for certificates and web ACLs; it finds the API by its domain, so nothing refers to another region.
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageSettings, edge: EdgeSettings, props: StackProps) {
    super(scope, id, props);
    const { hostedZone } = stage;
    if (!hostedZone) throw new Error('An edge needs a hosted zone.');
    const domainName = new URL(stage.apiUrl).hostname;
    const tracking = trackingDomain(stage);
    const others = tracking === undefined ? [] : [tracking];
    const certificate = new Certificate(this, 'Certificate', {
      domainName,
      ...(others.length > 0 && { subjectAlternativeNames: others }),
      validation: CertificateValidation.fromDns(
        PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', { hostedZoneId: hostedZone.id, zoneName: hostedZone.name }),
      ),
    });
    const viewer = new CfnFunction(this, 'Viewer', {
      name: `${stage.name}-invoicing-viewer`,
      autoPublish: true,
      functionConfig: { comment: 'Says the address of the caller in a header', runtime: 'cloudfront-js-2.0' },
      functionCode: VIEWER_FUNCTION,
    });
    const distribution = new CfnDistribution(this, 'Distribution', {
      distributionConfig: {
        comment: `The API of ${stage.name}`,
        enabled: true,
        aliases: [domainName, ...others],
        httpVersion: 'http2and3',
        ipv6Enabled: true,
        priceClass: edge.priceClass,
        webAclId: new WebAcl(this, 'WebAcl', stage, edge).arn,
        viewerCertificate: {
          acmCertificateArn: certificate.certificateArn,
          sslSupportMethod: 'sni-only',
          minimumProtocolVersion: 'TLSv1.2_2021',
        },
        origins: [origin(stage, edge)],
        defaultCacheBehavior: {
          targetOriginId: ORIGIN,
          // A redirect would be too late: a request over plain HTTP has sent its credential already.
          viewerProtocolPolicy: 'https-only',
          allowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
          // Answers hold data of companies, and depend on the credential.
          cachePolicyId: CachePolicy.CACHING_DISABLED.cachePolicyId,
          // API Gateway finds the API by the header Host, which must be the origin's. This policy is the only one that passes on all
          // other headers, `Authorization` too; it cannot add those of CloudFront, such as CloudFront-Viewer-Address.
          originRequestPolicyId: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER.originRequestPolicyId,
          functionAssociations: [{ eventType: 'viewer-request', functionArn: viewer.attrFunctionArn }],
        },
      },
    });
    this.accessLog(stage, distribution);
    new CfnOutput(this, 'DistributionDomain', {
      value: distribution.attrDomainName,
      description: 'edge.distribution of the stage in cdk.json',
    });
  }

  /** The log in the form in which fields are chosen (CloudFront, "Standard logging (v2)"). */
  private accessLog(stage: StageSettings, distribution: CfnDistribution): void {
    const logs = new CfnLogGroup(this, 'AccessLog', {
      logGroupName: names.edgeLogGroup(stage),
      retentionInDays: stage.logRetentionDays,
    });
    const name = `${stage.name}-invoicing-edge`;
    const source = new CfnDeliverySource(this, 'AccessLogSource', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: Fn.sub('arn:${AWS::Partition}:cloudfront::${AWS::AccountId}:distribution/${Id}', { Id: distribution.ref }),
    });
    const destination = new CfnDeliveryDestination(this, 'AccessLogDestination', {
      name,
      outputFormat: 'json',
      destinationResourceArn: substituted(names.anyLogGroupArn(names.edgeLogGroup(stage))),
    });
    destination.addResourceDependency(logs);
    const delivery = new CfnDelivery(this, 'AccessLogDelivery', {
      deliverySourceName: name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: [...ACCESS_LOG],
    });
    delivery.addResourceDependency(source);
  }
}

const ORIGIN = 'api';

/** Seconds. API Gateway answers within 30: CloudFront would send a GET again that it gives up before. */
const ORIGIN_PATIENCE = 40;

const origin = (stage: StageSettings, { proofs: [proof = ''] }: EdgeSettings): CfnDistribution.OriginProperty => ({
  id: ORIGIN,
  domainName: names.originDomain(stage),
  customOriginConfig: {
    originProtocolPolicy: 'https-only',
    originSslProtocols: ['TLSv1.2'],
    originReadTimeout: ORIGIN_PATIENCE,
  },
  originCustomHeaders: [
    {
      headerName: PROOF_HEADER,
      // A reference, not the value, which CloudFormation reads when it makes the distribution. (Encrypted parameters of SSM it does not
      // read here: CloudFormation, "Using dynamic references".)
      headerValue: SecretValue.secretsManager(names.originSecret(stage, proof)).unsafeUnwrap(),
    },
  ],
});

/** Runs at the edge before every request. Whatever the caller sent under this name is replaced. */
const VIEWER_FUNCTION = `function handler(event) {
  var request = event.request;
  request.headers['${VIEWER_HEADER}'] = { value: event.viewer.ip };
  return request;
}
`;

/** Fields of the access log: as in that of the API without path, query, referrer and cookies, which may contain data of the company. */
const ACCESS_LOG = [
  ...['date', 'time', 'x-edge-request-id', 'x-edge-location', 'c-ip', 'cs-method', 'sc-status', 'cs-bytes', 'sc-bytes'],
  ...['time-taken', 'x-edge-detailed-result-type', 'cs-protocol', 'cs-protocol-version', 'ssl-protocol'],
] as const;
