// A bot in JavaScript, written from proto/README.md and arena.proto alone. It speaks the protocol here; what it plays
// is chosen in schwimmen.js and bismarck.js.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const grpc = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");
const bismarck = require("./bismarck");
const schwimmen = require("./schwimmen");

const FAMILIES = { bismarck, schwimmen };

/** Its matches in play: what their MatchStart said, and the decision that is open. */
class Matches {
  constructor() {
    this.started = new Map();
    this.open = new Map(); // a rejection brings no view: it is still the decision's
  }

  /** The answer to a batch, or null if it asks nothing. */
  answer(batch) {
    for (const start of batch.starts) {
      this.started.set(start.match_id, { ...start, options: JSON.parse(start.options) });
    }
    for (const end of batch.ends) {
      this.started.delete(end.match_id);
      this.open.delete(end.match_id);
    }
    const actions = [...batch.rejections.map((one) => this.again(one)), ...batch.decisions.map((one) => this.act(one))];
    return actions.length > 0 ? { actions: { actions } } : null;
  }

  act(decision) {
    this.open.set(decision.match_id, decision);
    const view = decision[decision.view]; // the oneof names the family
    const action = FAMILIES[decision.view].choose(view, decision.legal, this.started.get(decision.match_id));
    return { match_id: decision.match_id, decision_id: decision.decision_id, action };
  }

  again(rejection) {
    console.error(`refused: ${rejection.action}: ${rejection.reason}`);
    return this.act({ ...this.open.get(rejection.match_id), legal: rejection.legal });
  }
}

/** The definition lies beside the bot in its image, and in proto/ in the project. */
function definition() {
  const places = [__dirname, path.join(__dirname, "..", "..", "proto")];
  const file = places.map((place) => path.join(place, "arena.proto")).find((place) => fs.existsSync(place));
  return loader.loadSync(file, { keepCase: true, defaults: true, oneofs: true });
}

function main() {
  const { HARNESS_ADDRESS: address, HARNESS_TOKEN: token } = process.env;
  if (!address || !token) {
    console.error("HARNESS_ADDRESS and HARNESS_TOKEN are not set: the harness starts this bot, as in `harness check`");
    process.exit(2);
  }
  if (address.startsWith("unix:")) process.on("SIGINT", () => {}); // Ctrl-C is for the harness, which stops its bots
  const { Arena } = grpc.loadPackageDefinition(definition()).harness.v1;
  const client = new Arena(address, grpc.credentials.createInsecure(), { "grpc.max_receive_message_length": -1 });
  const metadata = new grpc.Metadata();
  metadata.set("harness-token", token);
  const stream = client.Play(metadata);
  const matches = new Matches();
  stream.on("data", (message) => {
    const answer = message.batch && matches.answer(message.batch);
    if (answer) stream.write(answer);
  });
  stream.on("end", () => client.close());
  stream.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  stream.write({ hello: { sdk: "sample bot in JavaScript", sdk_version: "1.0.0", holds: 64 } });
}

main();
