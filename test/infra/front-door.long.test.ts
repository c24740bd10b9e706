import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiBody } from '../../infra/api/api-body.ts';
import type { StageSettings } from '../../infra/stage/stages.ts';
import { ofType, STAGE, type StackTemplate, synthesise, partOfSystem } from './synthesis.ts';

/** The addresses of a stage: only its domain, where it has one. */

let system: Awaited<ReturnType<typeof partOfSystem>>;
beforeAll(async () => {
  system = await partOfSystem();
});

function bodyOf(templates: readonly StackTemplate[]): ApiBody {
  const [api] = ofType(templates, 'AWS::ApiGatewayV2::Api');
  return api?.Properties['Body'] as ApiBody;
}

/** The address of the API that the deploy prints. */
const printed = (templates: readonly StackTemplate[]): unknown =>
  templates.find(({ stack }) => stack.endsWith('-api'))?.outputs['Endpoint']?.Value;

const BY_HAND: StageSettings = { ...STAGE, hostedZone: undefined };
const CLOSED = [{ url: STAGE.apiUrl, 'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true } }];

describe('the address that AWS gives the API', () => {
  it('is closed where the deploy makes the domain', () => {
    const templates = synthesise(system);
    expect(bodyOf(templates).servers).toEqual(CLOSED);
    expect(printed(templates)).toBe(STAGE.apiUrl);
  });

  it('is closed where the stage says that a domain made by hand leads to the API; the deploy then makes none', () => {
    const templates = synthesise(system, { ...BY_HAND, ownDomain: true });
    expect(bodyOf(templates).servers).toEqual(CLOSED);
    expect(printed(templates)).toBe(STAGE.apiUrl);
    expect(ofType(templates, 'AWS::ApiGatewayV2::DomainName')).toEqual([]);
  });

  it('is open, and printed, where no domain is known to lead to the API', () => {
    const templates = synthesise(system, { ...BY_HAND, ownDomain: false });
    expect(bodyOf(templates)).not.toHaveProperty('servers');
    expect(printed(templates)).toEqual({ 'Fn::GetAtt': ['Api', 'ApiEndpoint'] });
  });
});
