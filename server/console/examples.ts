// Examples: what each view shows before anything is typed, one click away afterwards.

const TICKET = {
  subject: 'Charged twice for March',
  message: 'I was charged twice this month and want a refund. It is urgent, please answer today.',
};

const QUESTIONS = {
  team: {
    type: 'choice',
    instructions: { question: 'Which team takes this?' },
    criteria: { billing: 'refund, charged twice, invoice', technical: 'crash, error message', sales: 'quote, upgrade' },
  },
  urgent: {
    type: 'noul',
    instructions: { question: 'Is it urgent?' },
    criteria: { true: 'urgent, as soon as possible', false: 'no hurry' },
  },
  mood: {
    type: 'score',
    instructions: { question: 'How annoyed is the writer?' },
    criteria: ['calm', 'annoyed', 'furious'],
  },
};

export const DECIDE_CASES = [
  { state: 'Please send a refund for my last order.', expect: { team: 'billing' } },
  { state: 'The app shows an error message and then a crash.', expect: { team: 'technical' } },
  { state: 'Could I get a quote for forty seats?', expect: { team: 'sales' } },
  { state: 'I do not want a refund, only an answer.', expect: { team: null } },
  { state: 'A refund, or an upgrade: whichever is quicker.', expect: { team: null } },
  { state: 'My invoice has the wrong address.', expect: { team: 'billing' } },
];

export const DECIDE_EXAMPLE = {
  state: JSON.stringify(TICKET, null, 2),
  questions: JSON.stringify(QUESTIONS, null, 2),
  cases: DECIDE_CASES.map((item) => JSON.stringify(item)).join('\n'),
};

export const SCRIPT_EXAMPLE = {
  script: `; Whether an order may be refunded, and how much of it.
(defn total [items]
  (reduce (fn [sum item] (+ sum (* (:price item) (:qty item)))) 0 items))

(let [paid (total (:items input))
      late (> (:days input) 30)]
  (cond
    late {:refund 0 :why "after thirty days"}
    (> paid 500) {:refund paid :why "a person looks at it" :review true}
    :else {:refund paid :why "within thirty days"}))
`,
  input: JSON.stringify(
    {
      days: 12,
      items: [
        { price: 19.99, qty: 2 },
        { price: 4.5, qty: 3 },
      ],
    },
    null,
    2,
  ),
};

const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'refund_order',
      description: 'Refund an order',
      parameters: {
        type: 'object',
        required: ['order_id'],
        properties: { order_id: { type: 'string', description: 'Order id, such as A-1234' } },
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Get the current weather for a city',
      parameters: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
    },
  },
];

export const ROUTE_EXAMPLE = {
  message: 'Please refund order A-1001.',
  tools: JSON.stringify(TOOLS, null, 2),
  now: '',
};

/** What is offered where no tool server is registered yet. */
export const SERVER_EXAMPLE = JSON.stringify(
  { mcpServers: { notes: { url: 'https://mcp.example.com/mcp', tools: { policy: 'first' } } } },
  null,
  2,
);
