// evident init [FOLDER]: a small project to begin with: a script with its cases, questions with labelled states, a README.
// What it writes passes the commands that its README names; nothing that is there is ever overwritten.

import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, EXIT, print, readFlags, reason, UsageError } from './command.ts';
import { writeBytes } from './write-bytes.ts';

export const command: Command = {
  usage: 'evident init [FOLDER]',
  options: [['FOLDER', 'where it goes (.); it is made when there is none, and files that are there stay']],
  async run(args) {
    const { positionals } = readFlags(args, {});
    if (positionals.length > 1)
      throw new UsageError(`one folder at a time: ${positionals.slice(1).join(' ')} is too much`);
    const folder = positionals[0] ?? '.';
    const there = Object.keys(FILES).filter((name) => existsSync(join(folder, name)));
    if (there.length > 0)
      throw new UsageError(
        `${join(folder, there[0]!)} is there already; nothing was written, because nothing is overwritten`,
      );
    for (const [name, text] of Object.entries(FILES)) {
      const path = join(folder, name);
      try {
        mkdirSync(dirname(path), { recursive: true });
      } catch (error) {
        throw new UsageError(`cannot make ${dirname(path)}: ${reason(error)}`);
      }
      writeBytes(path, text);
      print(path);
    }
    return EXIT.ok;
  },
};

const README = `# Decisions

\`\`\`sh
evident test rules                                  # the cases beside the scripts
evident run rules/refund.script --input -           # one input from standard input
evident why rules/refund.script --input -           # how its result comes about
evident eval questions/team.json --labelled questions/team.states.jsonl
echo '{"message": "I was charged twice"}' | evident decide questions/team.json --state -
\`\`\`

- \`rules/refund.script\` decides about a refund; \`rules/refund.cases.json\` says what it must answer. A case is an input with its output, or a fault.
- \`questions/team.json\` asks which team a message is for, by phrases; \`questions/team.states.jsonl\` has messages that somebody labelled.

\`evident test rules --watch\` runs the cases again whenever a file changes, \`evident docs\` prints the language, and \`evident lsp\` serves an editor.
`;

const SCRIPT = `; May a refund be paid out? The input is {"amount": 80, "days": 3, "tier": "gold"}; a missing tier is "standard".
(defn limit-of [tier] (case tier "gold" 500 "standard" 100 0))

(let [{:keys [amount days tier] :or {tier "standard"}} input limit (limit-of tier)]
  (cond
    (> days 30) {:verdict "deny" :reason "the purchase is more than 30 days ago"}
    (<= amount limit) {:verdict "allow" :reason nil}
    :else {:verdict "approve" :reason (str "an amount of " amount " is above " limit)}))
`;

const CASES = `[
  {"name": "a small one", "input": {"amount": 80, "days": 3}, "output": {"verdict": "allow", "reason": null}, "steps_max": 60},
  {"name": "a large one", "input": {"amount": 120, "days": 3}, "output": {"verdict": "approve", "reason": "an amount of 120 is above 100"}},
  {"name": "gold has a higher limit", "input": {"amount": 120, "days": 3, "tier": "gold"}, "output_has": {"verdict": "allow"}},
  {"name": "an unknown tier has none", "input": {"amount": 1, "days": 3, "tier": "tin"}, "output_has": {"verdict": "approve"}},
  {"name": "too long ago", "input": {"amount": 80, "days": 31}, "output_has": {"verdict": "deny"}},
  {"name": "no amount is no decision", "input": {"days": 3}, "fault": "type"}
]
`;

const QUESTIONS = `{
  "team": {
    "type": "choice",
    "criteria": {
      "billing": "charged twice, money back, invoice",
      "technical": "error message, does not start"
    }
  }
}
`;

const STATES = `{"text": "I was charged twice this month", "label": "billing"}
{"text": "I want my money back", "label": "billing"}
{"text": "Please send the invoice again", "label": "billing"}
{"text": "The app shows an error message", "label": "technical"}
{"text": "It does not start since the update", "label": "technical"}
{"text": "What are your opening hours?", "label": null}
`;

/** In the order in which they are written. */
const FILES: Readonly<Record<string, string>> = {
  'README.md': README,
  'rules/refund.script': SCRIPT,
  'rules/refund.cases.json': CASES,
  'questions/team.json': QUESTIONS,
  'questions/team.states.jsonl': STATES,
};
