import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiBody } from '../../infra/api-body.ts';
import type { StageSettings } from '../../infra/stages.ts';
import { ofType, STAGE, synthesise, systemOf } from './synthesis.ts';

/** Where a stage can be reached: on its domain alone, where it has one. */

let system: Awaited<ReturnType<typeof systemOf>>;
beforeAll(async () => {
  system = await systemOf();
});

function bodyOf(stage: StageSettings): ApiBody {
  const [api] = ofType(synthesise(system, stage), 'AWS::ApiGatewayV2::Api');
  return api?.Properties['Body'] as ApiBody;
}

describe('the address that AWS gives the API', () => {
  it('is closed where the stage has a domain', () => {
    expect(bodyOf(STAGE).servers).toEqual([
      { url: STAGE.apiUrl, 'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true } },
    ]);
  });

  it('is open where the domain is made by hand, or there is none', () => {
    expect(bodyOf({ ...STAGE, hostedZone: undefined })).not.toHaveProperty('servers');
  });
});
