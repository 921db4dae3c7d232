// A bot to start from: any legal action, but a knock where the hand is good.
"use strict";

const grpc = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");

/** Choose one of the legal actions; `view` is all that this seat may know. */
function choose(view, legal) {
  if (legal.includes("knock") && view.value >= 27) return "knock";
  return legal[Math.floor(Math.random() * legal.length)];
}

/** One action for each decision and rejection of a batch; `views` keeps those that a rejection does not repeat. */
function answer(batch, views) {
  for (const end of batch.ends) views.delete(end.match_id);
  for (const decision of batch.decisions) views.set(decision.match_id, decision[decision.view]);
  return [...batch.rejections, ...batch.decisions].map((asked) => ({
    match_id: asked.match_id,
    decision_id: asked.decision_id,
    action: choose(views.get(asked.match_id), asked.legal),
  }));
}

function main() {
  process.on("SIGINT", () => {}); // Ctrl-C is for the harness, which stops its bots
  const definition = loader.loadSync(`${__dirname}/arena.proto`, { keepCase: true, defaults: true, oneofs: true });
  const { Arena } = grpc.loadPackageDefinition(definition).harness.v1;
  const metadata = new grpc.Metadata();
  metadata.set("harness-token", process.env.HARNESS_TOKEN);
  const client = new Arena(process.env.HARNESS_ADDRESS, grpc.credentials.createInsecure(), {
    "grpc.max_receive_message_length": -1,
  });
  const stream = client.Play(metadata);
  const views = new Map(); // by match
  stream.on("data", ({ batch }) => {
    const actions = batch ? answer(batch, views) : []; // what is no batch is the Welcome
    if (actions.length > 0) stream.write({ actions: { actions } });
  });
  stream.on("end", () => client.close());
  stream.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  stream.write({ hello: { sdk: "grpc-js for JavaScript", sdk_version: "1", holds: 16 } });
}

main();
