// Sends the code, and opens the view with the cookie that the answer gives.

const form = document.getElementById("form"), code = document.getElementById("code"), answer = document.getElementById("answer");
const open = document.getElementById("open");

form.addEventListener("submit", async event => {
  event.preventDefault();
  open.disabled = true;
  try {
    const reply = await fetch("/code", {
      method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({code: code.value}),
    });
    if (reply.ok) return location.replace("/");
    answer.textContent = (await reply.text()).replace(/^gnomon view: /, "");
  } catch {
    answer.textContent = "gnomon view does not answer.";
  }
  open.disabled = false;
  code.value = "";
  code.focus();
});
