// Generated from test/golden/wire by test/openapi-examples.test.ts --update: examples of the OpenAPI document.

interface OpenApiExample {
  readonly request: unknown;
  /** Of the answer 200. */
  readonly response: unknown;
  /** Of the answer 422, to another request. */
  readonly refusal?: unknown;
}

export const OPENAPI_EXAMPLES: Readonly<Record<string, OpenApiExample>> = {
  decide: {
    request: {
      state: 'My card was charged twice, please send the refund.',
      questions: {
        team: {
          type: 'choice',
          instructions: 'Which team?',
          criteria: {
            billing: 'refunds, chargebacks, charged twice',
            technical: 'bugs, outages, login problem',
            sales: null,
          },
        },
      },
    },
    response: {
      id: 'dec_e0b1017c13fd0993acc67092b7146633',
      object: 'systemone',
      model: 'evident-1',
      answers: {
        team: {
          type: 'choice',
          outcome: 'decided',
          may_act: true,
          choice: 'billing',
          index: 0,
          probabilities: {
            billing: 1,
            technical: 0,
            sales: 0,
          },
          confidence: 1,
          evidence: [
            {
              path: '',
              start: 12,
              end: 25,
              text: 'charged twice',
              criterion: 'charged twice',
              by: 'exact',
            },
            {
              path: '',
              start: 43,
              end: 49,
              text: 'refund',
              criterion: 'refunds',
              by: 'inflection',
            },
          ],
          supported: ['billing'],
          engine: 'evident/0.11.0',
        },
      },
      usage: {
        input_tokens: 62,
        output_tokens: 0,
      },
    },
    refusal: {
      error: 'state: Field required (and 1 more)',
      detail: [
        {
          loc: ['body', 'state'],
          msg: 'Field required',
          type: 'missing',
        },
        {
          loc: ['body', 'questions'],
          msg: 'Field required',
          type: 'missing',
        },
      ],
    },
  },
  answerDecisions: {
    request: {
      input: 'Both cards were charged twice.',
      questions: [
        {
          type: 'choice',
          name: 'team',
          instructions: 'Which team?',
          choices: [
            {
              value: 'technical',
              description: 'outage, bug',
            },
            {
              value: 'billing',
              description: 'refund, charged twice',
            },
          ],
        },
      ],
    },
    response: {
      id: 'dec_d712085873a981f7b85db031860085d8',
      object: 'decision',
      model: 'evident-1',
      answers: [
        {
          type: 'choice',
          name: 'team',
          choice: 'billing',
          confidence: 1,
          probabilities: [
            {
              value: 'technical',
              probability: 0,
            },
            {
              value: 'billing',
              probability: 1,
            },
          ],
          outcome: 'decided',
          may_act: true,
          index: 1,
          evidence: [
            {
              path: '/input',
              start: 16,
              end: 29,
              text: 'charged twice',
              criterion: 'charged twice',
              by: 'exact',
            },
          ],
          supported: ['billing'],
          engine: 'evident/0.11.0',
        },
      ],
      usage: {
        input_tokens: 60,
        input_tokens_details: {
          cached_tokens: 0,
          cache_write_tokens: 0,
        },
        output_tokens: 0,
        output_tokens_details: {
          reasoning_tokens: 0,
        },
        total_tokens: 60,
      },
    },
  },
  route: {
    request: {
      model: 'evident-1',
      messages: [
        {
          role: 'user',
          content: 'Book a flight from Paris to New York on 2027-05-01 for two passengers.',
        },
      ],
      tools: [
        {
          type: 'function',
          function: {
            name: 'get_weather',
            description: 'Get the weather forecast of a city.',
            parameters: {
              type: 'object',
              properties: {
                city: {
                  type: 'string',
                  description: 'Name of the city',
                },
                unit: {
                  type: 'string',
                  enum: ['celsius', 'fahrenheit'],
                  default: 'celsius',
                },
              },
              required: ['city'],
            },
          },
        },
        {
          type: 'function',
          function: {
            name: 'book_flight',
            description: 'Book a flight between two cities.',
            parameters: {
              type: 'object',
              properties: {
                origin: {
                  type: 'string',
                  description: 'City of departure',
                },
                destination: {
                  type: 'string',
                  description: 'City of arrival',
                },
                date: {
                  type: 'string',
                  description: 'Day of departure',
                  format: 'date',
                },
                passengers: {
                  type: 'integer',
                  minimum: 1,
                  maximum: 9,
                  description: 'Number of passengers',
                },
              },
              required: ['origin', 'destination', 'date'],
            },
          },
        },
      ],
      seed: 1,
    },
    response: {
      id: 'chatcmpl-4742062b61024113e5a515757d71227e',
      object: 'chat.completion',
      created: 0,
      model: 'evident-1',
      system_fingerprint: 'evident/0.11.0',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: null,
            refusal: null,
            tool_calls: [
              {
                id: 'call_88112e7aa8b268ad397f9a3e',
                type: 'function',
                function: {
                  name: 'book_flight',
                  arguments: '{"origin":"Paris","destination":"New York","date":"2027-05-01","passengers":2}',
                },
              },
            ],
          },
          logprobs: null,
          finish_reason: 'tool_calls',
        },
      ],
      usage: {
        prompt_tokens: 236,
        completion_tokens: 20,
        total_tokens: 256,
      },
      svc: {
        outcome: 'decided',
        may_act: true,
        tool: 'book_flight',
        evidence: [
          {
            path: '/messages/0/content',
            start: 0,
            end: 4,
            text: 'Book',
            criterion: 'book_flight',
            by: 'inflection',
            argument: '',
          },
          {
            path: '/messages/0/content',
            start: 19,
            end: 24,
            text: 'Paris',
            criterion: 'origin',
            by: 'exact',
            argument: 'origin',
          },
          {
            path: '/messages/0/content',
            start: 28,
            end: 36,
            text: 'New York',
            criterion: 'destination',
            by: 'exact',
            argument: 'destination',
          },
          {
            path: '/messages/0/content',
            start: 40,
            end: 50,
            text: '2027-05-01',
            criterion: 'date',
            by: 'exact',
            argument: 'date',
          },
          {
            path: '/messages/0/content',
            start: 55,
            end: 58,
            text: 'two',
            criterion: 'passengers',
            by: 'number-word',
            argument: 'passengers',
          },
        ],
        missing: [],
        invalid: [],
        candidates: [
          {
            name: 'book_flight',
            score: 8.056,
            arguments: {
              origin: 'Paris',
              destination: 'New York',
              date: '2027-05-01',
              passengers: 2,
            },
          },
        ],
        reason: null,
        engine: 'evident/0.11.0',
        ignored: [],
      },
    },
  },
};
