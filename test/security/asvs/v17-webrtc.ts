import type { Chapter } from './model.ts';

export const V17: Chapter = {
  number: 17,
  title: 'WebRTC',
  counts: { 1: 0, 2: 7 },
  requirements: [
    { number: '17.1.1', level: 2, summary: 'Addresses that a TURN server relays to', notApplicable: 'There is no WebRTC.' },
    { number: '17.2.1', level: 2, summary: 'Keys of DTLS certificates', notApplicable: 'There is no WebRTC.' },
    { number: '17.2.2', level: 2, summary: 'Cipher suites of DTLS', notApplicable: 'There is no WebRTC.' },
    { number: '17.2.3', level: 2, summary: 'Authentication of SRTP', notApplicable: 'There is no WebRTC.' },
    { number: '17.2.4', level: 2, summary: 'Malformed SRTP packets', notApplicable: 'There is no WebRTC.' },
    { number: '17.3.1', level: 2, summary: 'Floods of signaling messages', notApplicable: 'There is no WebRTC.' },
    { number: '17.3.2', level: 2, summary: 'Malformed signaling messages', notApplicable: 'There is no WebRTC.' },
  ],
};
