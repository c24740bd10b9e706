import type { Chapter } from './model.ts';

export const V4: Chapter = {
  number: 4,
  title: 'API and web service',
  counts: { 1: 2, 2: 8 },
  requirements: [
    {
      number: '4.1.1',
      level: 1,
      summary: 'Answers state their media type and character set',
      tests: [
        {
          file: 'test/security/v03-browsers.test.ts',
          name: 'V4.1.1 every answer with a body states its type, and a text that is not JSON its character set',
        },
      ],
    },
    {
      number: '4.1.2',
      level: 2,
      summary: 'APIs do not redirect from HTTP to HTTPS',
      notApplicable: 'API Gateway has no HTTP listener: nothing is redirected.',
    },
    {
      number: '4.1.3',
      level: 2,
      summary: 'Callers cannot set what intermediaries set',
      tests: [
        {
          file: 'test/unit/lambda/edge.test.ts',
          name: 'the client is who the gateway says, whatever a header says',
        },
        {
          file: 'test/api/system/edge.test.ts',
          name: 'what goes around it is refused without any call, whatever address it claims',
        },
      ],
    },
    {
      number: '4.2.1',
      level: 2,
      summary: 'Boundaries of messages are unambiguous',
      notApplicable: 'API Gateway frames messages; functions get events.',
    },
    { number: '4.3.1', level: 2, summary: 'Costly GraphQL queries', notApplicable: 'There is no GraphQL.' },
    { number: '4.3.2', level: 2, summary: 'GraphQL introspection', notApplicable: 'There is no GraphQL.' },
    { number: '4.4.1', level: 1, summary: 'WebSockets over TLS', notApplicable: 'There are no WebSockets.' },
    { number: '4.4.2', level: 2, summary: 'Origins of WebSockets', notApplicable: 'There are no WebSockets.' },
    { number: '4.4.3', level: 2, summary: 'Tokens of WebSockets', notApplicable: 'There are no WebSockets.' },
    { number: '4.4.4', level: 2, summary: 'Sessions of WebSockets', notApplicable: 'There are no WebSockets.' },
  ],
};
